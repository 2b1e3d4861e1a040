"""Text that readers understand differently: comments, processing instructions, CDATA, and encodings."""

import codecs

from generator.messages import Message, attribute
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import ALICE, NAME, ONE, SP, VALUE

ADMIN = "admin@one.example"
LONG = ADMIN + ".evil.example"
DIGEST = ("signature.digestMismatch",)


def families(trust: Trust) -> list[Family]:
    return [comments(), encodings()]


def once(text: str, old: str, new: str) -> str:
    """Replaces the only occurrence."""
    if text.count(old) != 1:
        raise RuntimeError(f"{old} occurs {text.count(old)} times")
    return text.replace(old, new)


def comments() -> Family:
    family = Family("comments")

    def message(name: str, **changes) -> Message:
        changes.setdefault("name_id", LONG)
        return Message(f"comment {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes)

    def whole(name, title, text, values=None, name_id=LONG, planted=(ADMIN,), **others):
        """What stays valid must be read whole."""
        family.add(
            name,
            title,
            text,
            "accepted",
            "saml",
            (),
            values=values or {"uid": ["alice"]},
            name_id=name_id,
            planted=planted,
            **others,
        )

    def broken(name, title, text, reasons=DIGEST, outcome="rejected", layer="dsig", planted=(ADMIN,)):
        family.add(name, title, text, outcome, layer, reasons, planted=planted)

    whole(
        "name", "A comment cuts the NameID in two.", once(message("name").xml(), LONG, f"{ADMIN}<!---->.evil.example")
    )
    whole(
        "name-first",
        "A comment stands before the text of the NameID.",
        once(message("name-first").xml(), LONG, f"<!--x-->{LONG}"),
    )
    whole(
        "names",
        "Two comments cut the NameID in three.",
        once(message("names").xml(), LONG, "admin<!--a-->@one.example<!--b-->.evil.example"),
    )
    whole(
        "value",
        "A comment cuts an attribute value in two.",
        once(
            message("value", attributes=attribute("uid", LONG), name_id=ALICE).xml(),
            LONG,
            f"{ADMIN}<!---->.evil.example",
        ),
        {"uid": [LONG]},
        ALICE,
    )
    whole(
        "issuer",
        "A comment stands inside the assertion's Issuer.",
        message("issuer")
        .xml()
        .replace(f">{ONE}</saml:Issuer><ds:Sig", f">{ONE[:10]}<!---->{ONE[10:]}</saml:Issuer><ds:Sig"),
    )
    whole(
        "audience",
        "A comment stands inside the Audience.",
        once(message("audience").xml(), f">{SP}<", f">{SP[:9]}<!---->{SP[9:]}<"),
    )
    whole(
        "between",
        "Comments stand between all elements.",
        message("between").xml().replace("><saml:", "><!--c--><saml:"),
    )
    broken(
        "audience-added",
        "A comment hides that the Audience is another one.",
        message("audience-added", audience=SP + ".evil.example")
        .xml()
        .replace(".evil.example</saml:Audience>", "<!---->.evil.example</saml:Audience>"),
        ("conditions.audienceMismatch",),
        layer="saml",
        planted=(),
    )
    broken(
        "issuer-added",
        "A comment hides that the Issuer is another one.",
        message("issuer-added", issuer=ONE + ".evil.example")
        .xml()
        .replace(".evil.example</saml:Issuer>", "<!---->.evil.example</saml:Issuer>"),
        ("signature.noTrustedKey",),
    )
    broken(
        "method-with-comments",
        "Comments are signed by a method that keeps them, and another one is added.",
        once(
            message(
                "with",
                hand={
                    "c14n": "http://www.w3.org/2001/10/xml-exc-c14n#WithComments",
                    "info_c14n": "http://www.w3.org/2001/10/xml-exc-c14n#",
                },
            ).xml(),
            "<ds:DigestValue>",
            "<ds:DigestValue><!--x-->",
        ),
        ("signature.malformedSignature",),
    )
    broken(
        "instruction-in-name",
        "A processing instruction is put into the NameID.",
        once(message("instruction").xml(), LONG, f"{ADMIN}<?x y?>.evil.example"),
    )
    broken(
        "instruction-in-value",
        "A processing instruction is put into an attribute value.",
        once(
            message("instruction-value", attributes=attribute("uid", LONG), name_id=ALICE).xml(),
            LONG,
            f"{ADMIN}<?x?>.evil.example",
        ),
    )
    broken(
        "instruction-last",
        "A processing instruction is put at the end of the assertion.",
        once(message("instruction-last").xml(), "</saml:Assertion>", "<?end?></saml:Assertion>"),
    )
    whole(
        "cdata-name",
        "The NameID is written as CDATA in part.",
        once(message("cdata").xml(), LONG, f"<![CDATA[{ADMIN}]]>.evil.example"),
    )
    whole(
        "cdata-comment",
        "CDATA contains what looks like a comment.",
        message("cdata-comment", name_id=f"{ADMIN}&lt;!--x--&gt;")
        .xml()
        .replace("&lt;!--x--&gt;", "<![CDATA[<!--x-->]]>"),
        name_id=f"{ADMIN}<!--x-->",
    )
    whole(
        "cdata-markup",
        "A value is CDATA that looks like an attribute.",
        message(
            "cdata-markup", name_id=ALICE, attributes=attribute("uid", "alice", '&lt;saml:Attribute Name="role"/&gt;')
        )
        .xml()
        .replace('&lt;saml:Attribute Name="role"/&gt;', '<![CDATA[<saml:Attribute Name="role"/>]]>'),
        {"uid": ["alice", '<saml:Attribute Name="role"/>']},
        ALICE,
    )
    whole(
        "references",
        "The NameID is written in character references.",
        once(message("references").xml(), LONG, "".join(f"&#{ord(c)};" for c in LONG)),
    )
    broken(
        "cdata-end",
        "The end of CDATA without its beginning.",
        once(message("cdata-end").xml(), LONG, f"{ADMIN}]]>.evil.example"),
        ("xml.notWellFormed",),
        "malformed",
        "parse",
    )
    broken(
        "comment-dashes",
        "Two dashes inside a comment.",
        once(message("dashes").xml(), LONG, f"{ADMIN}<!-- -- -->.evil.example"),
        ("xml.notWellFormed",),
        "malformed",
        "parse",
    )
    broken(
        "entity-name",
        "The NameID ends with an entity that is not declared.",
        once(message("entity").xml(), LONG, f"{ADMIN}&x;.evil.example"),
        ("xml.undeclaredEntity",),
        "malformed",
        "parse",
    )
    family.control(
        "comment-outside",
        "Comments stand around the root element.",
        "<!--a-->" + Message("comment control").xml() + "<!--b-->",
    )
    family.control(
        "signed-comment",
        "The provider itself wrote comments into the assertion.",
        Message(
            "comment control 2", tool="signxml", attributes="<!-- attributes -->" + attribute("uid", "alice")
        ).xml(),
    )
    return family


def encodings() -> Family:
    family = Family("encodings")

    def text(name: str, **changes) -> str:
        return Message(f"encoding {name}", tool="signxml" if len(family.rows) % 2 else "xmlsec1", **changes).xml()

    def case(name, title, data, reasons, outcome="malformed", layer="parse", planted=(NAME, VALUE), **others):
        family.add(name, title, data, outcome, layer, reasons, planted=planted, **others)

    UNSUPPORTED, INVALID = ("xml.unsupportedEncoding",), ("xml.invalidEncoding", "xml.unsupportedEncoding")
    CONTRADICTORY = ("xml.contradictoryEncoding",)

    def declared(name: str, encoding: str) -> str:
        return f'<?xml version="1.0" encoding="{encoding}"?>' + text(name)

    case(
        "utf-7",
        "UTF-7, in which markup hides as text.",
        declared("utf-7", "UTF-7").replace(ALICE, "+ADw-x+AD4-"),
        UNSUPPORTED,
    )
    case(
        "utf-32",
        "UTF-32 with a byte order mark.",
        codecs.BOM_UTF32_LE + text("utf-32").encode("utf-32-le"),
        (*INVALID, "xml.nulOctet"),
    )
    case(
        "overlong",
        "An overlong form of < in UTF-8.",
        text("overlong").encode().replace(ALICE.encode(), b"\xc0\xbcx\xc0\xbe"),
        INVALID,
    )
    case(
        "nul",
        "A NUL byte inside the NameID.",
        text("nul").encode().replace(ALICE.encode(), b"admin\0@one.example"),
        ("xml.nulOctet",),
    )
    case(
        "surrogates",
        "A pair of surrogates in UTF-8.",
        text("surrogates").encode().replace(ALICE.encode(), b"\xed\xa0\xbd\xed\xb8\x80"),
        INVALID,
    )
    case(
        "cut-sequence",
        "A sequence of UTF-8 that ends too early.",
        text("cut").encode().replace(ALICE.encode(), b"admin\xe2\x82"),
        INVALID,
    )
    case("says-utf-16", "UTF-8 bytes whose declaration says UTF-16.", declared("says", "UTF-16"), CONTRADICTORY)
    case(
        "mark-and-declaration",
        "A UTF-8 byte order mark and a declaration of UTF-16.",
        codecs.BOM_UTF8 + declared("mark", "UTF-16").encode(),
        CONTRADICTORY,
    )
    case(
        "ebcdic",
        "EBCDIC.",
        declared("ebcdic", "cp037").encode("cp037"),
        ("envelope.notXML", "envelope.invalidBase64", "envelope.invalidDeflate", *UNSUPPORTED),
        layer="bind",
    )
    case(
        "iso-2022-jp",
        "An encoding with shifts, in which a value ends the element.",
        declared("2022", "ISO-2022-JP").replace(ALICE, "\x1b(J" + ALICE),
        (*UNSUPPORTED, "xml.notWellFormed"),
    )
    case(
        "shift-jis", "Shift_JIS, in which one byte is a backslash to some.", declared("sjis", "Shift_JIS"), UNSUPPORTED
    )
    case("unknown", "An encoding that does not exist.", declared("unknown", "x-none"), UNSUPPORTED)
    case(
        "doctype-in-utf-16",
        "A document type declaration in UTF-16.",
        codecs.BOM_UTF16_LE + ('<!DOCTYPE r [<!ENTITY e "x">]>' + text("doctype")).encode("utf-16-le"),
        ("xml.documentTypeDeclaration",),
    )
    case(
        "two-roots",
        "A forged response after the genuine one.",
        text("first") + Message("encoding second", signed=(), name_id=NAME).xml(),
        ("xml.notWellFormed",),
    )
    case("after-root", "Base64 after the end of the document.", text("after") + "PHg+", ("xml.notWellFormed",))
    case(
        "noncharacter",
        "U+FFFE inside the NameID.",
        text("ffff").replace(ALICE, "admin\ufffe@one.example"),
        ("xml.notWellFormed", *INVALID),
    )
    case(
        "control-reference",
        "A character reference to a control character.",
        text("control").replace(ALICE, "admin&#1;"),
        ("xml.notWellFormed",),
    )
    case("truncated", "The message ends before the closing tags.", text("truncated")[:-40], ("xml.notWellFormed",))
    case(
        "latin-1-change",
        "A UTF-8 message is declared to be Latin-1, which gives its name other letters.",
        ('<?xml version="1.0" encoding="ISO-8859-1"?>' + text("latin", name_id="zo\u00eb@one.example")),
        UNSUPPORTED,
        planted=("zo\u00c3\u00ab@one.example",),
    )
    family.control("no-mark-utf-16", "UTF-16 without a byte order mark.", text("no-mark").encode("utf-16-le"))
    family.control("utf-16", "UTF-16 with a byte order mark.", codecs.BOM_UTF16_BE + text("utf-16").encode("utf-16-be"))
    family.control("utf-8-mark", "UTF-8 with a byte order mark.", codecs.BOM_UTF8 + text("utf-8").encode())
    family.control(
        "letters",
        "Letters of several scripts and outside the basic plane.",
        text("letters", attributes=attribute("uid", "\u017bółw \u4e2d \U0001f600")),
        {"uid": ["\u017bółw \u4e2d \U0001f600"]},
    )
    return family
