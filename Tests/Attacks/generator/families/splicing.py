"""Cipher texts whose plaintext is more than the element that belongs there, in the three encrypted kinds; and cipher
texts that anybody can make, as the key for encryption is public."""

from generator.encrypting import encrypted, encrypted_data, encrypted_key
from generator.messages import Message, attribute, confirmation
from generator.metadata import Trust
from generator.rows import Family
from generator.settings import ALICE, NAME, SAML, VALUE, XENC, XENC11, derived

FAILED = ("encryption.decryptionFailed",)
ABSENT = ("signature.absent",)


def families(trust: Trust) -> list[Family]:
    return [assertions(), names(), attributes(), ciphers()]


def name_id(value: str) -> str:
    return f'<saml:NameID xmlns:saml="{SAML}">{value}</saml:NameID>'


def own_attribute(name: str, value: str) -> str:
    return attribute(name, value).replace("<saml:Attribute ", f'<saml:Attribute xmlns:saml="{SAML}" ', 1)


def tricks(genuine: str, forged: str, close: str, opened: str) -> list[tuple[str, str, str | bytes]]:
    """Plaintexts that would change what is around them if they were put in as text."""
    return [
        ("two", "two elements", genuine + forged),
        ("text-after", "an element and text", genuine + "text"),
        (
            "close-parent",
            "an element, the end of its parent, and another parent's beginning",
            f"{genuine}{close}{opened}{forged}",
        ),
        ("comment-opened", "an element and a comment that does not end", genuine + "<!--"),
        ("comment-closed", "the end of a comment before the element", "-->" + genuine),
        ("cdata-opened", "an element and CDATA that does not end", genuine + "<![CDATA["),
        ("instruction", "a processing instruction that does not end, and an element", "<?x " + genuine),
        ("half", "the first half of an element", genuine[: len(genuine) // 2]),
        ("end-only", "an end tag only", close),
        ("empty", "nothing", ""),
        ("doctype", "a document type declaration and an element", f'<!DOCTYPE x [<!ENTITY e "v">]>{genuine}'),
        ("entity", "an element that uses an entity", genuine.replace("alice", "&e;")),
        ("utf-16", "an element in UTF-16", genuine.encode("utf-16")),
        ("nul", "an element and a NUL byte", genuine.encode() + b"\0"),
        ("other-element", "an element of another kind", f'<saml:Issuer xmlns:saml="{SAML}">x</saml:Issuer>'),
        ("other-namespace", "an element of a namespace that looks alike", genuine.replace(SAML, SAML + "/")),
    ]


def assertions() -> Family:
    family = Family("splicing-assertion", "sso-decrypting")
    # No "invented" prefix, no parent's namespace: the assertion is complete in itself.
    for index, (name, what, plaintext) in enumerate(
        tricks(signed("splice", index=0), unsigned("splice"), "</saml:EncryptedAssertion>", "<saml:EncryptedAssertion>")
    ):
        message = Message(f"splice assertion {name}", tool="signxml" if index % 2 else "xmlsec1")
        cipher = encrypted("Assertion", plaintext, f"splice assertion {name}")
        family.add(
            name,
            f"An encrypted assertion whose plaintext is {what}.",
            message.draft().replace(message.assertion(), cipher),
            "rejected",
            "enc",
            FAILED,
        )
    message = Message("splice anybody")
    family.add(
        "anybody",
        "An unsigned assertion that the attacker encrypted.",
        message.draft().replace(
            message.assertion(), encrypted("Assertion", unsigned("splice anybody"), "splice anybody")
        ),
        "rejected",
        "dsig",
        ABSENT,
    )
    family.add(
        "anybody-beside",
        "An unsigned assertion that the attacker encrypted, beside a genuine one.",
        message.xml().replace(
            "</samlp:Response>",
            encrypted("Assertion", unsigned("splice beside"), "splice beside") + "</samlp:Response>",
        ),
        "rejected",
        "dsig",
        ABSENT,
    )
    family.add(
        "same-identifier",
        "An encrypted unsigned assertion with the ID of the genuine one beside it.",
        message.xml().replace(
            "</samlp:Response>", encrypted("Assertion", unsigned("splice anybody"), "splice same") + "</samlp:Response>"
        ),
        "rejected",
        "enc",
        (*FAILED, *ABSENT),
    )
    twice = encrypted("Assertion", encrypted("Assertion", signed("splice twice", 0), "inner"), "splice twice outer")
    family.add(
        "nested",
        "An encrypted assertion inside an encrypted assertion.",
        message.draft().replace(message.assertion(), twice),
        "rejected",
        "enc",
        (*FAILED, *ABSENT),
    )
    # The prefix is used on the response, which signs what it means there, and declared anew where nobody uses it.
    rebound = Message(
        "splice rebound",
        signed=("response",),
        encrypt=True,
        attributes=attribute("uid", "<p:v/>"),
        root_attributes=' xmlns:p="urn:one" p:x="1"',
    )
    family.add(
        "prefix-rebound",
        "A prefix that only the plaintext uses is bound anew on what the plaintext replaces, where it means nothing.",
        rebound.xml().replace("<saml:EncryptedAssertion>", '<saml:EncryptedAssertion xmlns:p="urn:evil">'),
        "accepted",
        "enc",
        values={"uid": ['<p:v xmlns:p="urn:one"></p:v>']},
        planted=("urn:evil",),
    )
    unprefixed = Message("splice default", signed=("response",), encrypt=True, attributes=attribute("uid", "<v/>"))
    family.add(
        "default-rebound",
        "A default namespace that only the plaintext uses is declared on the signed response, where it is not signed.",
        unprefixed.xml().replace("<samlp:Response ", '<samlp:Response xmlns="urn:evil" '),
        "rejected",
        "enc",
        FAILED,
        planted=("urn:evil",),
    )
    family.control(
        "prefix",
        "The plaintext uses a prefix of the response.",
        rebound.xml(),
        {"uid": ['<p:v xmlns:p="urn:one"></p:v>']},
    )
    for tool in ("xmlsec1", "signxml"):
        family.control(
            tool,
            f"A signed assertion, encrypted; {tool}.",
            Message(f"splice control {tool}", tool=tool, encrypt=True).xml(),
        )
    family.control(
        "response",
        "A signed response around an encrypted assertion.",
        Message("splice control response", signed=("response",), encrypt=True).xml(),
    )
    return family


def signed(name: str, index: int) -> str:
    message = Message(name, tool="signxml" if index % 2 else "xmlsec1")
    return message.signature_on(message.assertion(), message.assertion_id)


def unsigned(name: str) -> str:
    return Message(name, signed=(), name_id=NAME, attributes=attribute("uid", VALUE)).assertion()


def names() -> Family:
    family = Family("splicing-name", "sso-decrypting")
    for index, (name, what, plaintext) in enumerate(
        tricks(name_id(ALICE), name_id(NAME), "</saml:EncryptedID>", "<saml:EncryptedID>")
    ):
        message = Message(
            f"splice name {name}",
            tool="signxml" if index % 2 else "xmlsec1",
            subject=(
                f"<saml:Subject>{encrypted('ID', plaintext, f'splice name {name}')}{confirmation()}</saml:Subject>"
            ),
        )
        family.add(name, f"An encrypted NameID whose plaintext is {what}.", message.xml(), "rejected", "enc", FAILED)
    family.add(
        "subject",
        "An encrypted NameID whose plaintext closes the Subject and opens another.",
        Message(
            "splice name subject",
            subject=(
                f"<saml:Subject>{encrypted('ID', name_id(ALICE) + '</saml:EncryptedID></saml:Subject><saml:Subject><saml:EncryptedID>' + name_id(NAME), 'splice name s')}"
                f"{confirmation()}</saml:Subject>"
            ),
        ).xml(),
        "rejected",
        "enc",
        FAILED,
    )
    for tool in ("xmlsec1", "signxml"):
        family.control(
            tool,
            f"An encrypted NameID; {tool}.",
            Message(
                f"splice name control {tool}",
                tool=tool,
                subject=(
                    f"<saml:Subject>{encrypted('ID', name_id(ALICE), f'splice name control {tool}')}{confirmation()}</saml:Subject>"
                ),
            ).xml(),
        )
    return family


def attributes() -> Family:
    family = Family("splicing-attribute", "sso-decrypting")
    for index, (name, what, plaintext) in enumerate(
        tricks(
            own_attribute("mail", "alice"),
            own_attribute("role", VALUE),
            "</saml:EncryptedAttribute>",
            "<saml:EncryptedAttribute>",
        )
    ):
        message = Message(
            f"splice attribute {name}",
            tool="signxml" if index % 2 else "xmlsec1",
            attributes=(attribute("uid", "alice") + encrypted("Attribute", plaintext, f"splice attribute {name}")),
        )
        family.add(name, f"An encrypted attribute whose plaintext is {what}.", message.xml(), "rejected", "enc", FAILED)
    for tool in ("xmlsec1", "signxml"):
        family.control(
            tool,
            f"An encrypted attribute; {tool}.",
            Message(
                f"splice attribute control {tool}",
                tool=tool,
                attributes=(
                    attribute("uid", "alice")
                    + encrypted("Attribute", own_attribute("mail", "m"), f"splice attribute control {tool}")
                ),
            ).xml(),
            {"uid": ["alice"], "mail": ["m"]},
        )
    return family


def ciphers() -> Family:
    """Cipher texts and keys that are changed, refused or for somebody else."""
    family = Family("ciphers", "sso-decrypting")

    def case(name, title, cipher, reasons=FAILED, **others):
        message = Message(f"cipher {name}")
        family.add(
            name,
            title,
            message.draft().replace(
                message.assertion(), f"<saml:EncryptedAssertion>{cipher}</saml:EncryptedAssertion>"
            ),
            "rejected",
            "enc",
            reasons,
            planted=(),
            **others,
        )

    plain = signed("cipher", 0)
    case(
        "flipped",
        "One bit of the cipher text is flipped.",
        encrypted_data(plain, "flipped", change=lambda v: v[:40] + bytes([v[40] ^ 1]) + v[41:]),
    )
    case(
        "tag-flipped",
        "One bit of the tag is flipped.",
        encrypted_data(plain, "tag", change=lambda v: v[:-1] + bytes([v[-1] ^ 1])),
    )
    case("tag-cut", "The tag is cut to four bytes.", encrypted_data(plain, "cut", change=lambda v: v[:-12]))
    case("tag-gone", "There is no tag.", encrypted_data(plain, "gone", change=lambda v: v[:-16]))
    case("nonce-only", "There is nothing but the nonce.", encrypted_data(plain, "nonce", change=lambda v: v[:12]))
    case("nothing", "CipherValue is empty.", encrypted_data(plain, "nothing", change=lambda v: b""))
    case("other-receiver", "The key is for another receiver.", encrypted_data(plain, "other", receiver="other-sp"))
    case(
        "cbc",
        "AES-CBC, which nothing authenticates.",
        encrypted_data(plain, "cbc", method=XENC + "aes128-cbc"),
        ("encryption.encryptionMethodNotAllowed",),
    )
    case(
        "triple-des",
        "Triple DES.",
        encrypted_data(plain, "des", method=XENC + "tripledes-cbc"),
        ("encryption.encryptionMethodNotAllowed",),
    )
    case(
        "size-confusion",
        "The method names a longer key than there is.",
        encrypted_data(plain, "size", method=XENC11 + "aes256-gcm"),
    )
    key = encrypted_key(derived("pkcs key", 16), "pkcs")
    case(
        "pkcs1",
        "The key is transported by RSA PKCS#1 v1.5.",
        encrypted_data(plain, "pkcs", key_info=key.replace(XENC11 + "rsa-oaep", XENC + "rsa-1_5")),
        ("encryption.keyTransportNotAllowed",),
    )
    case(
        "oaep-parameters",
        "OAEP with a label.",
        encrypted_data(
            plain,
            "label",
            key_info=encrypted_key(derived("label key", 16), "label").replace(
                "</xenc:EncryptionMethod>", "<xenc:OAEPparams>AAAA</xenc:OAEPparams></xenc:EncryptionMethod>"
            ),
        ),
        ("encryption.parametersNotSupported",),
    )
    case(
        "reference",
        "The cipher text is to be fetched.",
        encrypted_data(plain, "reference").replace(
            "<xenc:CipherValue>", '<xenc:CipherReference URI="https://evil.example/c"/><xenc:CipherValue>', 1
        ),
        ("encryption.malformedEncryption", "encryption.externalData"),
    )
    case(
        "no-key",
        "No key is sent along.",
        encrypted_data(plain, "no-key", key_info="<ds:KeyName>x</ds:KeyName>"),
        (*FAILED, "encryption.malformedEncryption", "encryption.keyTransportNotAllowed", "encryption.noDecryptionKey"),
    )
    case(
        "agreement",
        "The key is to be agreed on.",
        encrypted_data(
            plain, "agreement", key_info=(f'<xenc:AgreementMethod xmlns:xenc="{XENC}" Algorithm="{XENC11}ECDH-ES"/>')
        ),
        ("encryption.keyTransportNotAllowed",),
    )
    case(
        "wrong-base64",
        "CipherValue is no Base64.",
        encrypted_data(plain, "base64").replace(
            "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>",
            "!!</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>",
        ),
        ("encryption.malformedEncryption",),
    )
    case(
        "two-values",
        "Two CipherValue elements.",
        encrypted_data(plain, "two").replace(
            "<xenc:CipherValue>", "<xenc:CipherValue>AAAA</xenc:CipherValue><xenc:CipherValue>", 1
        ),
        ("encryption.malformedEncryption", *FAILED),
    )
    case(
        "retrieval",
        "The key is to be found by a reference to the cipher text itself.",
        encrypted_data(plain, "retrieval", key_info=(f'<ds:RetrievalMethod URI="#self" Type="{XENC}EncryptedKey"/>')),
        (*FAILED, "encryption.malformedEncryption", "encryption.keyTransportNotAllowed", "encryption.noDecryptionKey"),
    )
    keys = "".join(encrypted_key(derived(f"many {i}", 16), f"many {i}", "other-sp") for i in range(30))
    case(
        "many-keys",
        "Thirty keys for somebody else before the genuine one.",
        encrypted_data(plain, "many", key_info=keys + encrypted_key(derived("many key", 16), "many")),
        (*FAILED, "encryption.tooManyParts"),
    )
    case(
        "content",
        "The cipher text says that it is content and not an element.",
        encrypted_data("text", "content", kind=XENC + "Content"),
    )
    message = Message("cipher parts")
    family.add(
        "many-parts",
        "A hundred encrypted assertions.",
        message.draft().replace(message.assertion(), encrypted("Assertion", "<x/>", "cipher parts") * 100),
        "rejected",
        "enc",
        ("encryption.tooManyParts",),
        planted=(),
    )
    family.add(
        "no-decryption-key",
        "An encrypted assertion, and no key to decrypt it with.",
        Message("cipher no key", encrypt=True).xml(),
        "rejected",
        "enc",
        ("encryption.noDecryptionKey",),
        options="sso",
        planted=(),
    )
    message = Message("cipher control keys")
    inner = message.signature_on(message.assertion(), message.assertion_id)
    family.control(
        "second-key",
        "The key for us is the second of two.",
        message.draft().replace(
            message.assertion(),
            (
                "<saml:EncryptedAssertion>"
                + encrypted_data(
                    inner,
                    "second",
                    key_info=encrypted_key(derived("first key", 16), "first", "other-sp")
                    + encrypted_key(derived("second key", 16), "second"),
                )
                + "</saml:EncryptedAssertion>"
            ),
        ),
    )
    family.control(
        "space",
        "White space stands around the plaintext.",
        message.draft().replace(message.assertion(), encrypted("Assertion", f"\n {inner}\n", "cipher space")),
    )
    return family
