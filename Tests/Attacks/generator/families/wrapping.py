"""Signature wrapping: a genuine signed element somewhere, and a forged one where readers look; and the same with
a signed error response, which providers give away to anybody."""

import copy

from lxml import etree

from generator.encrypting import encrypted
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import DS, NAME, SAML, SAMLP, STATUS, VALUE, identifier

S, P, D = f"{{{SAML}}}", f"{{{SAMLP}}}", f"{{{DS}}}"
ELSEWHERE = ("signature.referenceElsewhere",)
ABSENT = ("signature.absent",)
DUPLICATE = ("xml.duplicateIdentifier",)
STRUCTURE = ("saml.unexpectedElement", "saml.repeatedElement")


def parsed(message: Message) -> etree._Element:
    return etree.fromstring(message.xml().encode())


def text(root: etree._Element) -> str:
    return etree.tostring(root, encoding="unicode")


def forged(assertion: etree._Element, name: str, *, keep_signature: bool = False, keep_id: bool = False):
    """A copy of an assertion that says what the attacker wants."""
    evil = copy.deepcopy(assertion)
    if not keep_id:
        evil.set("ID", identifier(f"{name} forged"))
    if not keep_signature:
        for one in evil.findall(D + "Signature"):
            evil.remove(one)
    evil.find(f".//{S}NameID").text = NAME
    for value in evil.iter(S + "AttributeValue"):
        value.text = VALUE
    return evil


def parts(root: etree._Element):
    assertion = root.find(S + "Assertion")
    return assertion, assertion.find(D + "Signature")


def element(name: str, namespace: str = SAML, **attributes: str) -> etree._Element:
    return etree.Element(f"{{{namespace}}}{name}", nsmap={None: namespace}, **attributes)


def families(trust: Trust) -> list[Family]:
    return [wrapping(), signed_error()]


def wrapping() -> Family:
    family = Family("wrapping")

    def case(name: str, title: str, change, *, reasons=ELSEWHERE, outcome="rejected", layer="dsig", signed="assertion"):
        tool = "signxml" if len(family.rows) % 2 else "xmlsec1"
        message = Message(f"wrapping {name}", tool=tool, signed=tuple(signed.split("+")))
        root = parsed(message)
        changed = change(root, f"wrapping {name}")
        family.add(name, title, text(root if changed is None else changed), outcome, layer, reasons)

    def around_response(root, name, holder):
        """The genuine response goes into `holder` of a forged one."""
        evil = copy.deepcopy(root)
        evil.set("ID", identifier(f"{name} forged response"))
        for one in evil.findall(f".//{D}Signature"):
            one.getparent().remove(one)
        evil.replace(evil.find(S + "Assertion"), forged(root.find(S + "Assertion"), name))
        holder(evil, root)
        return evil

    def into_object(evil, root):
        signature = copy.deepcopy(root.find(D + "Signature"))
        evil.insert(1, signature)
        etree.SubElement(signature, D + "Object").append(root)

    case(
        "response-in-object",
        "A signed response inside the Object of its own signature, on a forged response.",
        lambda r, n: around_response(r, n, into_object),
        signed="response",
        reasons=("signature.malformedSignature",),
    )

    def beside(evil, root):
        signature = root.find(D + "Signature")
        evil.insert(1, copy.deepcopy(signature))
        evil.append(root)

    case(
        "response-in-response",
        "A signed response as the last child of a forged one that carries its signature.",
        lambda r, n: around_response(r, n, beside),
        signed="response",
        reasons=STRUCTURE,
        outcome="malformed",
        layer="saml",
    )

    def in_extensions(evil, root):
        extensions = element("Extensions", SAMLP)
        evil.insert(1, extensions)
        extensions.append(root)

    case(
        "response-in-extensions",
        "A signed response inside Extensions of a forged, unsigned one.",
        lambda r, n: around_response(r, n, in_extensions),
        signed="response",
        reasons=ABSENT,
    )

    def in_status(evil, root):
        etree.SubElement(evil.find(P + "Status"), P + "StatusDetail").append(root)

    case(
        "response-in-status-detail",
        "A signed response inside StatusDetail of a forged, unsigned one.",
        lambda r, n: around_response(r, n, in_status),
        signed="response",
        reasons=ABSENT,
    )

    def first(root, name):
        assertion, _ = parts(root)
        root.insert(root.index(assertion), forged(assertion, name))

    case("forged-first", "A forged unsigned assertion before the signed one.", first, reasons=ABSENT)

    def last(root, name):
        root.append(forged(parts(root)[0], name))

    case("forged-last", "A forged unsigned assertion after the signed one.", last, reasons=ABSENT)

    def outer(root, name):
        assertion, _ = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.append(assertion)

    case(
        "signed-inside-forged",
        "The signed assertion as the last child of a forged one.",
        outer,
        reasons=STRUCTURE,
        outcome="malformed",
        layer="saml",
    )

    def moved_signature(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        assertion.remove(signature)
        evil.insert(1, signature)
        root.replace(assertion, evil)
        root.append(assertion)

    case(
        "moved-signature",
        "The signature moves to the forged assertion; the signed one stands bare beside it.",
        moved_signature,
    )

    def copied_signature(root, name):
        assertion, _ = parts(root)
        root.insert(root.index(assertion), forged(assertion, name, keep_signature=True))

    case("copied-signature", "Forged and genuine assertion both carry the genuine signature.", copied_signature)

    def in_own_object(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.insert(1, signature)
        bare = assertion
        etree.SubElement(signature, D + "Object").append(bare)

    case(
        "assertion-in-object",
        "The signed assertion inside the Object of the signature on a forged one.",
        in_own_object,
        reasons=("signature.malformedSignature",),
    )

    def in_key_info(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.insert(1, signature)
        signature.find(D + "KeyInfo").append(assertion)

    case("assertion-in-key-info", "The signed assertion inside KeyInfo of the signature on a forged one.", in_key_info)

    def in_advice(root, name):
        assertion, _ = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        advice = etree.Element(S + "Advice")
        advice.append(assertion)
        evil.insert(evil.index(evil.find(S + "Conditions")) + 1, advice)

    case("signed-in-advice", "The signed assertion as Advice of a forged, unsigned one.", in_advice, reasons=ABSENT)

    def signature_refers_to_advice(root, name):
        assertion, signature = parts(root)
        in_advice(root, name)
        evil = root.find(S + "Assertion")
        evil.insert(1, copy.deepcopy(signature))

    case(
        "signature-for-advice",
        "A forged assertion carries the signature of the assertion in its Advice.",
        signature_refers_to_advice,
    )

    def in_confirmation(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.find(f".//{S}SubjectConfirmationData").append(assertion)

    case(
        "signed-in-confirmation-data",
        "The signed assertion inside SubjectConfirmationData of a forged one.",
        in_confirmation,
        reasons=ABSENT,
    )

    def in_value(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.find(f".//{S}AttributeValue").append(assertion)

    case(
        "signed-in-attribute-value",
        "The signed assertion as an attribute value of a forged one.",
        in_value,
        reasons=ABSENT,
    )

    def in_name(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        root.replace(assertion, evil)
        evil.find(f".//{S}NameID").append(assertion)

    case(
        "signed-in-name-id",
        "The signed assertion inside the NameID of a forged one.",
        in_name,
        reasons=("saml.unexpectedElement",),
        outcome="malformed",
        layer="saml",
    )

    def in_extensions_of_response(root, name):
        assertion, _ = parts(root)
        root.replace(assertion, forged(assertion, name))
        extensions = element("Extensions", SAMLP)
        root.insert(1, extensions)
        extensions.append(assertion)

    case(
        "signed-in-extensions",
        "The signed assertion in Extensions, a forged one in its place.",
        in_extensions_of_response,
        reasons=ABSENT,
    )

    def in_unknown(root, name):
        assertion, _ = parts(root)
        root.replace(assertion, forged(assertion, name))
        holder = element("Holder", "urn:example:holder")
        holder.append(assertion)
        root.append(holder)

    case(
        "signed-in-unknown-element",
        "The signed assertion in an element nobody knows, after a forged one.",
        in_unknown,
        reasons=STRUCTURE,
        outcome="malformed",
        layer="saml",
    )

    def same_identifier(root, name):
        assertion, _ = parts(root)
        root.insert(root.index(assertion), forged(assertion, name, keep_id=True))

    case(
        "same-identifier",
        "Forged and signed assertion have the same ID.",
        same_identifier,
        reasons=DUPLICATE,
        outcome="malformed",
        layer="parse",
    )

    def wrapped_subject(root, name):
        assertion, signature = parts(root)
        root.remove(assertion)
        holder = element("Assertion")
        holder.set("ID", identifier(f"{name} forged"))
        evil = forged(assertion, name)
        root.append(evil)
        subject = evil.find(S + "Subject")
        subject.addnext(assertion)

    case(
        "signed-after-subject",
        "The signed assertion between Subject and Conditions of a forged one.",
        wrapped_subject,
        reasons=STRUCTURE,
        outcome="malformed",
        layer="saml",
    )

    def other_root(root, name):
        wrapper = element("Envelope", "http://schemas.xmlsoap.org/soap/envelope/")
        body = etree.SubElement(wrapper, "{http://schemas.xmlsoap.org/soap/envelope/}Body")
        evil = copy.deepcopy(root)
        evil.replace(evil.find(S + "Assertion"), forged(evil.find(S + "Assertion"), name))
        evil.set("ID", identifier(f"{name} forged"))
        evil.find(S + "Assertion").set("ID", identifier(f"{name} other"))
        body.append(evil)
        body.append(root)
        return wrapper

    case(
        "soap-envelope",
        "Forged and genuine response together in a SOAP body.",
        other_root,
        reasons=("saml.severalMessages",),
        outcome="malformed",
        layer="saml",
    )

    def bare(root, name):
        assertion, signature = parts(root)
        evil = forged(assertion, name)
        evil.insert(1, copy.deepcopy(signature))
        evil.append(assertion)
        return evil

    case(
        "assertion-as-root",
        "A forged assertion alone, with the genuine one and its signature inside.",
        bare,
        reasons=(),
        outcome="notJudged",
        layer="saml",
    )

    def in_second_statement(root, name):
        assertion, signature = parts(root)
        statement = copy.deepcopy(assertion.find(S + "AttributeStatement"))
        for value in statement.iter(S + "AttributeValue"):
            value.text = VALUE
        root.append(statement)

    case(
        "statement-in-response",
        "An unsigned AttributeStatement directly in the response.",
        in_second_statement,
        reasons=("saml.unexpectedElement",),
        outcome="malformed",
        layer="saml",
    )

    def statement_in_signature(root, name):
        assertion, signature = parts(root)
        statement = copy.deepcopy(assertion.find(S + "AttributeStatement"))
        for value in statement.iter(S + "AttributeValue"):
            value.text = VALUE
        etree.SubElement(signature, D + "Object").append(statement)

    case(
        "statement-in-object",
        "A forged statement in the Object of the genuine signature.",
        statement_in_signature,
        reasons=("signature.malformedSignature",),
    )

    for scope in ("assertion", "response", "response+assertion"):
        for tool in ("xmlsec1", "signxml"):
            message = Message(f"wrapping control {scope} {tool}", tool=tool, signed=tuple(scope.split("+")))
            family.control(f"{scope}-{tool}", f"An honest message with signed {scope}, by {tool}.", message.xml())
    family.control(
        "advice",
        "A signed assertion with another party's assertion as advice.",
        Message(
            "wrapping advice", advice="<saml:Advice>" + Message("advised", signed=()).assertion() + "</saml:Advice>"
        ).xml(),
    )
    return family


def signed_error() -> Family:
    family = Family("signed-error")
    failed = f'<samlp:StatusCode Value="{STATUS}Responder"><samlp:StatusCode Value="{STATUS}AuthnFailed"/></samlp:StatusCode>'

    def error(name: str) -> etree._Element:
        """An error response that the provider signed: no assertion in it."""
        message = Message(
            f"error {name}", signed=("response",), status=failed, tool="signxml" if len(family.rows) % 2 else "xmlsec1"
        )
        draft = message.draft().replace(message.assertion(), "")
        return etree.fromstring(message.signature_on(draft, message.response_id).encode())

    def evil_assertion(name: str) -> etree._Element:
        return etree.fromstring(
            Message(f"error {name} forged", signed=(), name_id=NAME, attributes=attribute("uid", VALUE))
            .assertion()
            .encode()
        )

    def success(root) -> None:
        status = root.find(P + "Status")
        for one in list(status):
            status.remove(one)
        etree.SubElement(status, P + "StatusCode", Value=STATUS + "Success")

    def case(name, title, change, reasons, outcome="rejected", layer="dsig"):
        root = error(name)
        changed = change(root)
        family.add(name, title, text(root if changed is None else changed), outcome, layer, reasons)

    case(
        "assertion-added",
        "A forged assertion is added to a signed error.",
        lambda r: r.append(evil_assertion("added")),
        ("conditions.statusNotSuccess", "signature.digestMismatch"),
    )
    case(
        "status-changed",
        "A forged assertion is added and the status changed to success.",
        lambda r: (success(r), r.append(evil_assertion("changed")))[0],
        ("signature.digestMismatch",),
    )

    def wrap(r, place):
        outer = etree.fromstring(Message("error outer", signed=(), name_id=NAME).draft().encode())
        outer.set("ID", identifier("error outer " + place))
        assertion = outer.find(S + "Assertion")
        assertion.set("ID", identifier("error outer assertion " + place))
        if place == "extensions":
            holder = etree.Element(P + "Extensions")
            outer.insert(1, holder)
            holder.append(r)
        elif place == "detail":
            etree.SubElement(outer.find(P + "Status"), P + "StatusDetail").append(r)
        elif place == "object":
            signature = copy.deepcopy(r.find(D + "Signature"))
            etree.SubElement(signature, D + "Object").append(r)
            outer.insert(1, signature)
        elif place == "advice":
            holder = etree.Element(S + "Advice")
            holder.append(r)
            assertion.insert(3, holder)
        elif place == "signature-on-assertion":
            assertion.insert(1, copy.deepcopy(r.find(D + "Signature")))
            holder = etree.Element(P + "Extensions")
            outer.insert(1, holder)
            holder.append(r)
        elif place == "signature-on-response":
            outer.insert(1, copy.deepcopy(r.find(D + "Signature")))
        elif place == "inside":
            outer.append(r)
        return outer

    for place, title, reasons in (
        ("extensions", "The signed error in Extensions of a forged success.", ABSENT),
        ("detail", "The signed error in StatusDetail of a forged success.", ABSENT),
        (
            "object",
            "The signed error in the Object of its signature, which a forged success carries.",
            ("signature.malformedSignature",),
        ),
        ("advice", "The signed error inside Advice of a forged assertion.", ABSENT),
        ("signature-on-assertion", "The error's signature on a forged assertion, the error in Extensions.", ELSEWHERE),
        ("signature-on-response", "The error's signature on a forged response, the error nowhere.", ELSEWHERE),
    ):
        case(place, title, lambda r, place=place: wrap(r, place), reasons)
    case(
        "inside",
        "The signed error as the last child of a forged success.",
        lambda r: wrap(r, "inside"),
        STRUCTURE,
        "malformed",
        "saml",
    )

    def same_id(r):
        outer = wrap(r, "signature-on-response")
        outer.set("ID", r.get("ID"))
        return outer

    case(
        "taken-identifier",
        "A forged success takes the error's ID and carries its signature.",
        same_id,
        ("signature.digestMismatch",),
    )
    case(
        "encrypted-assertion-added",
        "An unsigned encrypted assertion is added to the signed error.",
        lambda r: r.append(
            etree.fromstring(
                f'<w xmlns:saml="{SAML}">'
                + encrypted(
                    "Assertion", Message("error encrypted", signed=(), name_id=NAME).assertion(), "error encrypted"
                )
                + "</w>"
            )[0]
        ),
        ("conditions.statusNotSuccess", "signature.digestMismatch"),
    )
    family.add(
        "genuine",
        "The signed error as it is: it states nothing.",
        text(error("genuine")),
        "rejected",
        "saml",
        ("conditions.statusNotSuccess",),
    )
    family.control("success", "A signed response with success.", Message("error control", signed=("response",)).xml())
    family.control(
        "second-level-success",
        "A success with a second-level status code.",
        Message(
            "error control 2",
            tool="signxml",
            signed=("response",),
            status=f'<samlp:StatusCode Value="{STATUS}Success"><samlp:StatusCode Value="urn:example:fine"/></samlp:StatusCode>',
        ).xml(),
    )
    return family
