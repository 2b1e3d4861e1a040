"""Signatures with parts twice or out of place, and identifiers that lead a reader astray."""

import copy

from lxml import etree

from generator.families.wrapping import D, DUPLICATE, ELSEWHERE, S, element, forged, parsed, parts, text
from generator.keys import key
from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import DS, ENVELOPED, EXCLUSIVE, SHA256, VALUE
from generator.signing import by_hand, place

MALFORMED = ("signature.malformedSignature",)
MISMATCH = ("signature.signatureMismatch",)
TRANSFORM = ("signature.transformNotAllowed",)


def families(trust: Trust) -> list[Family]:
    return [signature_parts(), references(), identifiers()]


def signature_parts() -> Family:
    family = Family("signature-parts")

    def case(name, title, change, reasons=MALFORMED, outcome="rejected", layer="dsig"):
        root = parsed(Message(f"parts {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1"))
        assertion, signature = parts(root)
        change(root, assertion, signature)
        family.add(name, title, text(root), outcome, layer, reasons)

    def second(tag, where, alter=None):
        def change(root, assertion, signature):
            found = signature.find(f".//{D}{tag}") if tag != "Signature" else signature
            other = copy.deepcopy(found)
            if alter:
                alter(other)
            getattr(found, where)(other)

        return change

    def evil_digest(one):
        value = one if one.tag == D + "DigestValue" else one.find(f".//{D}DigestValue")
        value.text = "A" * 43 + "="

    case(
        "second-signed-info-before",
        "A second SignedInfo with the attacker's digest before the genuine one.",
        second("SignedInfo", "addprevious", evil_digest),
    )
    case(
        "second-signed-info-after",
        "A second SignedInfo with the attacker's digest after the genuine one.",
        second("SignedInfo", "addnext", evil_digest),
    )
    case(
        "second-digest-before",
        "Two DigestValue elements, the attacker's first.",
        second("DigestValue", "addprevious", evil_digest),
        MALFORMED,
    )
    case(
        "second-digest-after",
        "Two DigestValue elements, the genuine one first.",
        second("DigestValue", "addnext", evil_digest),
    )
    case(
        "second-reference",
        "A second Reference in SignedInfo.",
        second("Reference", "addnext", evil_digest),
        ("signature.severalReferences",),
    )
    case("second-signature-value", "Two SignatureValue elements.", second("SignatureValue", "addnext"))
    case("second-key-info", "Two KeyInfo elements.", second("KeyInfo", "addnext"))
    case(
        "second-signature",
        "The genuine Signature twice in the assertion.",
        second("Signature", "addnext"),
        ("signature.severalSignatures", "saml.repeatedElement"),
    )
    case("second-method", "Two SignatureMethod elements.", second("SignatureMethod", "addnext"))
    case("second-transforms", "Two Transforms elements.", second("Transforms", "addnext"))

    def foreign_between(root, assertion, signature):
        signature.find(D + "SignedInfo").addnext(element("Extra", "urn:example:extra"))

    case("foreign-element", "An element nobody knows between SignedInfo and SignatureValue.", foreign_between)

    def text_inside(root, assertion, signature):
        signature.find(D + "SignedInfo").tail = "text"

    case("text-inside", "Text between SignedInfo and SignatureValue.", text_inside)

    def reversed_order(root, assertion, signature):
        signature.insert(0, signature.find(D + "SignatureValue"))

    case("reversed", "SignatureValue before SignedInfo.", reversed_order)

    def info_in_object(root, assertion, signature):
        holder = etree.SubElement(signature, D + "Object")
        holder.append(signature.find(D + "SignedInfo"))

    case("signed-info-in-object", "The only SignedInfo stands in an Object.", info_in_object)

    def nested(root, assertion, signature):
        outer = copy.deepcopy(signature)
        evil_digest(outer.find(D + "SignedInfo"))
        for value in assertion.iter(S + "AttributeValue"):
            value.text = VALUE
        signature.addprevious(outer)
        etree.SubElement(outer, D + "Object").append(signature)

    case("signature-in-signature", "The genuine Signature in an Object of a forged one.", nested)

    def in_subject(root, assertion, signature):
        assertion.find(S + "Subject").append(signature)

    case(
        "signature-in-subject",
        "The Signature is moved into the Subject.",
        in_subject,
        ("saml.unexpectedElement",),
        "malformed",
        "saml",
    )

    def comment(root, assertion, signature):
        value = signature.find(f".//{D}DigestValue")
        genuine, value.text = value.text, ""
        value.append(etree.Comment("A" * 43 + "="))
        value[0].tail = genuine

    case("comment-in-digest", "A comment inside DigestValue.", comment)

    def instruction(root, assertion, signature):
        value = signature.find(D + "SignatureValue")
        value.insert(0, etree.ProcessingInstruction("x", "y"))

    case("instruction-in-value", "A processing instruction inside SignatureValue.", instruction)
    for tool in ("xmlsec1", "signxml"):
        family.control(tool, f"A signature as {tool} writes it.", Message(f"parts control {tool}", tool=tool).xml())
    bare = Message("parts control bare", hand={"key_info": ""})
    family.control("no-key-info", "A signature without KeyInfo.", bare.xml())
    return family


def references() -> Family:
    """What a trusted but careless signer may have signed: layouts that let the sender choose what counts."""
    family = Family("references")

    def case(name, title, reasons, message=None, **hand):
        message = (message or Message(f"reference {name}")).but(hand=hand)
        family.add(name, title, message.xml(), "rejected", "dsig", reasons, planted=())

    own = Message("reference x").assertion_id
    steps = f'<ds:Transform Algorithm="{ENVELOPED}"/>'

    def reference(name: str, transforms: str, uri: str | None = None) -> str:
        target = "#" + Message(f"reference {name}").assertion_id if uri is None else uri
        return (
            f'<ds:Reference URI="{target}"><ds:Transforms>{transforms}</ds:Transforms>'
            f'<ds:DigestMethod Algorithm="{SHA256}"/><ds:DigestValue>{{digest}}</ds:DigestValue></ds:Reference>'
        )

    exclusive = f'<ds:Transform Algorithm="{EXCLUSIVE}"/>'
    xpath = "http://www.w3.org/TR/1999/REC-xpath-19991116"
    case(
        "xpath",
        "An XPath transform chooses what is signed.",
        TRANSFORM,
        references=reference(
            "xpath", f'{steps}<ds:Transform Algorithm="{xpath}"><ds:XPath>false()</ds:XPath></ds:Transform>{exclusive}'
        ),
    )
    case(
        "xslt",
        "An XSLT transform writes what is signed.",
        TRANSFORM,
        references=reference("xslt", f'{steps}<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>'),
    )
    case(
        "base64",
        "A Base64 transform after enveloped-signature.",
        TRANSFORM,
        references=reference("base64", f'{steps}<ds:Transform Algorithm="{DS}base64"/>'),
    )
    case(
        "two-canonicalizations",
        "Two canonicalizations in one reference.",
        TRANSFORM,
        references=reference("two-canonicalizations", steps + exclusive + exclusive),
    )
    case(
        "enveloped-last",
        "enveloped-signature after the canonicalization.",
        TRANSFORM,
        references=reference("enveloped-last", exclusive + steps),
    )
    case(
        "not-enveloped",
        "No enveloped-signature transform.",
        TRANSFORM,
        references=reference("not-enveloped", exclusive),
    )
    case(
        "xpath-filter",
        "An XPath filter 2 transform subtracts the statements.",
        TRANSFORM,
        references=reference(
            "xpath-filter", f'{steps}<ds:Transform Algorithm="http://www.w3.org/2002/06/xmldsig-filter2"/>{exclusive}'
        ),
    )
    case(
        "decryption-transform",
        "A decryption transform before the digest.",
        TRANSFORM,
        references=reference(
            "decryption-transform", f'{steps}<ds:Transform Algorithm="http://www.w3.org/2002/07/decrypt#XML"/>'
        ),
    )
    case(
        "minimal-canonicalization",
        "SignedInfo is made canonical by an unknown method.",
        TRANSFORM,
        info_c14n="urn:ietf:params:xml:ns:minimal",
    )
    case(
        "no-uri",
        "The reference has no URI.",
        ELSEWHERE,
        references=reference("no-uri", steps + exclusive).replace(
            f' URI="#{Message("reference no-uri").assertion_id}"', ""
        ),
    )
    case(
        "empty-uri",
        "The reference of an assertion is to the whole document.",
        ELSEWHERE,
        references=reference("empty-uri", steps + exclusive, ""),
    )
    case(
        "xpointer",
        "The reference is an XPointer to the assertion.",
        ELSEWHERE,
        references=reference(
            "xpointer", steps + exclusive, f"#xpointer(id('{Message('reference xpointer').assertion_id}'))"
        ),
    )
    case(
        "file",
        "The reference is to a file.",
        ELSEWHERE,
        references=reference("file", steps + exclusive, "file:///etc/hostname"),
    )
    case(
        "http",
        "The reference is to a web page.",
        ELSEWHERE,
        references=reference("http", steps + exclusive, "https://evil.example/signed.xml"),
    )
    case(
        "escaped",
        "The fragment of the reference is percent-encoded.",
        ELSEWHERE,
        references=reference("escaped", steps + exclusive, "#%5F" + Message("reference escaped").assertion_id[1:]),
    )
    case(
        "padded",
        "The fragment of the reference ends with a space.",
        ELSEWHERE,
        references=reference("padded", steps + exclusive, "#" + Message("reference padded").assertion_id + " "),
    )
    case(
        "manifest",
        "The only reference is to a Manifest in an Object.",
        (*ELSEWHERE, *MALFORMED),
        references=reference("manifest", steps + exclusive, "#manifest"),
        objects='<ds:Object><ds:Manifest Id="manifest"/></ds:Object>',
    )
    case(
        "to-subject",
        "The reference is to the Subject only.",
        ELSEWHERE,
        Message(
            "reference to-subject", subject='<saml:Subject ID="_subject"><saml:NameID>x</saml:NameID></saml:Subject>'
        ),
        references=reference("to-subject", steps + exclusive, "#_subject"),
    )
    del own
    family.control("prefix-list", "Exclusive canonicalization with a PrefixList.", prefix_list_message())
    whole = Message("reference whole", signed=("response",))
    family.control(
        "whole",
        "A signed response whose reference is empty, for the whole document.",
        by_hand(whole.draft(), whole.response_id, key("one"), uri=""),
    )
    return family


def prefix_list_message() -> str:
    """An assertion whose signature keeps xs and xsi, signed by hand as signxml and xmlsec1 templates cannot here."""
    import base64
    import hashlib

    message = Message("reference prefixes")
    draft = message.draft()
    bare = etree.fromstring(draft.replace(place(message.assertion_id), "").encode())
    target = bare.find(S + "Assertion")
    form = etree.tostring(
        etree.fromstring(etree.tostring(target)), method="c14n", exclusive=True, inclusive_ns_prefixes=["xs", "xsi"]
    )
    listed = f'<ec:InclusiveNamespaces xmlns:ec="{EXCLUSIVE}" PrefixList="xs xsi"/>'
    transforms = (
        f'<ds:Transforms><ds:Transform Algorithm="{ENVELOPED}"/>'
        f'<ds:Transform Algorithm="{EXCLUSIVE}">{listed}</ds:Transform></ds:Transforms>'
    )
    return by_hand(
        draft,
        message.assertion_id,
        key("one"),
        transforms=transforms,
        digest=base64.b64encode(hashlib.sha256(form).digest()).decode(),
    )


def identifiers() -> Family:
    family = Family("identifiers")

    def case(name, title, change, reasons=DUPLICATE, outcome="malformed", layer="parse"):
        root = parsed(Message(f"identifier {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1"))
        assertion, signature = parts(root)
        changed = change(root, assertion, signature)
        family.add(name, title, text(root) if changed is None else changed, outcome, layer, reasons)

    def swapped(alter):
        """A forged assertion in the place of the genuine one, which `alter` hides somewhere."""

        def change(root, assertion, signature):
            evil = forged(assertion, "identifier")
            root.replace(assertion, evil)
            return alter(root, assertion, signature, evil)

        return change

    def hidden(root, assertion):
        holder = etree.Element("{urn:oasis:names:tc:SAML:2.0:protocol}Extensions")
        holder.append(assertion)
        root.insert(1, holder)

    def other_attribute(name):
        def alter(root, assertion, signature, evil):
            evil.set(name, assertion.get("ID"))
            evil.insert(1, copy.deepcopy(signature))
            hidden(root, assertion)

        return alter

    case("capitalised", "A forged assertion has the signed one's identifier in Id.", swapped(other_attribute("Id")))
    case(
        "lower-case",
        "A forged assertion has the signed one's identifier in id.",
        swapped(other_attribute("id")),
        ELSEWHERE,
        "rejected",
        "dsig",
    )
    case(
        "xml-id",
        "A forged assertion has the signed one's identifier in xml:id.",
        swapped(other_attribute("{http://www.w3.org/XML/1998/namespace}id")),
    )
    case(
        "assertion-id",
        "A forged assertion has the signed one's identifier in AssertionID, as in SAML 1.1.",
        swapped(other_attribute("AssertionID")),
        (*ELSEWHERE, *DUPLICATE),
        "rejected",
        "dsig",
    )
    case(
        "qualified",
        "A forged assertion has the signed one's identifier in saml:ID.",
        swapped(other_attribute(S + "ID")),
        (*ELSEWHERE, *DUPLICATE),
        "rejected",
        "dsig",
    )

    def only_other(root, assertion, signature):
        assertion.set("Id", assertion.attrib.pop("ID"))

    case(
        "renamed",
        "The signed assertion's ID is renamed to Id.",
        only_other,
        ("signature.referenceElsewhere", "signature.digestMismatch", "saml.missingAttribute"),
        "rejected",
        "dsig",
    )
    case("same-as-response", "The response takes the ID of the assertion.", lambda r, a, s: r.set("ID", a.get("ID")))
    case(
        "twin-in-extensions",
        "An element of Extensions has the ID of the assertion.",
        lambda r, a, s: r.insert(
            1,
            etree.fromstring(
                '<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'
                f'<x xmlns="urn:x" ID="{a.get("ID")}"/></samlp:Extensions>'
            ),
        ),
    )

    def doctype(root, assertion, signature):
        return "<!DOCTYPE samlp:Response [<!ATTLIST saml:Issuer who ID #IMPLIED>]>" + text(root)

    case(
        "declared-type",
        "A document type declares another attribute to be an ID.",
        doctype,
        ("xml.documentTypeDeclaration",),
    )

    def entity(root, assertion, signature):
        return f'<!DOCTYPE r [<!ENTITY e "{assertion.get("ID")}">]>' + text(root).replace(
            f'ID="{assertion.get("ID")}"', 'ID="&e;"', 1
        )

    case("entity", "The ID of the signed assertion comes from an entity.", entity, ("xml.documentTypeDeclaration",))

    def spaced(root, assertion, signature):
        root.insert(root.index(assertion), forged(assertion, "spaced", keep_signature=True))
        root.find(S + "Assertion").set("ID", assertion.get("ID") + " ")

    case(
        "trailing-space",
        "A forged assertion has the signed one's ID with a space after it, and its signature.",
        spaced,
        (*ELSEWHERE, *DUPLICATE),
        "rejected",
        "dsig",
    )

    def empty(root, assertion, signature):
        assertion.set("ID", "")
        signature.find(f".//{D}Reference").set("URI", "#")

    case(
        "empty",
        "ID and reference are emptied.",
        empty,
        ("signature.referenceElsewhere", "signature.signatureMismatch"),
        "rejected",
        "dsig",
    )

    def case_folded(root, assertion, signature):
        root.insert(root.index(assertion), forged(assertion, "folded", keep_signature=True))
        root.find(S + "Assertion").set("ID", assertion.get("ID").upper())

    case(
        "upper-case",
        "A forged assertion has the signed one's ID in capitals, and its signature.",
        case_folded,
        ELSEWHERE,
        "rejected",
        "dsig",
    )
    # Identifiers of other kinds are honest where they name other things.
    plain = Message(
        "identifier control",
        attributes=attribute("uid", "alice").replace("<saml:AttributeValue>", '<saml:AttributeValue id="a1">'),
    )
    family.control("lower-case-id", "An attribute value carries an id of its own.", plain.xml())
    family.control("digits", "An honest message by signxml.", Message("identifier control 2", tool="signxml").xml())
    return family
