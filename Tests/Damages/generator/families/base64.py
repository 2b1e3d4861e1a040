"""Base64 with a letter too few, too many or wrong, inside the message and around it."""

import base64
import re

from generator.corpus import Family
from generator.settings import DS, EXCLUSIVE


def posted(text: str) -> str:
    """The message as it is posted."""
    return base64.b64encode(text.encode()).decode()


def inside(element: str, change):
    """A change of the text of one element of the signature."""

    def changed(text: str) -> str:
        pattern = f"(<ds:{element}>)([^<]*)(</ds:{element}>)"
        return re.sub(pattern, lambda match: match[1] + change(match[2]) + match[3], text, count=1)

    return changed


def lost(at: int):
    """One character less."""
    return lambda text: text[:at] + text[at + 1 :]


def doubled(at: int):
    """One character twice."""
    return lambda text: text[:at] + text[at] + text[at:]


def swapped(at: int):
    """Two neighbours in each other's place."""
    return lambda text: text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def replaced(at: int):
    """Another character."""
    return lambda text: text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]


def misread(text: str) -> str:
    """The first capital I as a small l."""
    return text.replace("I", "l", 1)


def overwritten(text: str) -> str:
    """The message as it is posted, with the letter A over a part of the certificate."""
    encoded, at = posted(text), text.index("<ds:X509Certificate>") // 3 * 4 + 40
    return encoded[:at] + 400 * "A" + encoded[at + 400 :]


def edited(text: str) -> str:
    """Forty other characters."""
    return text[:60] + text[60:100][::-1] + text[100:]


def algorithm(element: str, old: str, new: str):
    """Another algorithm of an element of the signature."""

    def changed(text: str) -> str:
        pattern = f'(<ds:{element} Algorithm="){re.escape(old)}'
        if not re.search(pattern, text):
            raise RuntimeError(f"no {element} with {old}")
        return re.sub(pattern, lambda match: match[1] + new, text)

    return changed


def family() -> Family:
    cases = Family("base64")
    pairs = (("line-xmlsec1", 100), ("tabs-signxml", 211))
    for start, at in pairs:
        tool = start.split("-")[1]
        after = "somebody who copies by hand"
        cases.by_hand(f"signature-character-lost-{tool}", start, inside("SignatureValue", lost(at)), after)
        cases.by_hand(f"signature-character-doubled-{tool}", start, inside("SignatureValue", doubled(at)), after)
    cases.by_hand("signature-characters-swapped", "rich-xmlsec1", inside("SignatureValue", swapped(57)), "a typist")
    cases.by_hand("signature-character-misread", "line-xmlsec1", inside("SignatureValue", misread), "text recognition")
    cases.by_hand(
        "signature-lower-cased", "line-signxml", inside("SignatureValue", str.lower), "a database that lower-cases"
    )
    cases.by_hand(
        "signature-edited", "rich-signxml", inside("SignatureValue", edited), "somebody who edits the message"
    )
    cases.by_hand(
        "signature-emptied", "line-xmlsec1", inside("SignatureValue", lambda _: ""), "a logger that hides secrets"
    )
    cases.by_hand(
        "digest-character-lost", "line-xmlsec1", inside("DigestValue", lost(20)), "somebody who copies by hand"
    )
    cases.by_hand("digest-character-replaced", "line-signxml", inside("DigestValue", replaced(9)), "a typist")
    cases.by_hand(
        "digest-edited",
        "rich-xmlsec1",
        inside("DigestValue", lambda text: text[20:40] + text[:20] + text[40:]),
        "somebody who edits the message",
    )
    cases.by_hand(
        "posted-character-lost", "line-xmlsec1", lambda text: lost(4100)(posted(text)), "somebody who copies by hand"
    )
    cases.by_hand(
        "posted-character-lost-signxml", "rich-signxml", lambda text: lost(4999)(posted(text)), "a lossy line"
    )
    cases.by_hand(
        "posted-character-doubled", "line-signxml", lambda text: doubled(4301)(posted(text)), "a bouncing key"
    )
    cases.by_hand("posted-lower-cased", "line-signxml", lambda text: posted(text).lower(), "a proxy that lower-cases")
    cases.by_hand("posted-upper-cased", "pretty-xmlsec1", lambda text: posted(text).upper(), "a form that upper-cases")
    cases.by_hand("posted-character-replaced", "line-xmlsec1", lambda text: replaced(4402)(posted(text)), "a typist")
    cases.by_hand("posted-in-hexadecimal", "line-xmlsec1", lambda text: text.encode().hex(), "a database's HEX")
    cases.by_hand(
        "posted-in-base32", "rich-signxml", lambda text: base64.b32encode(text.encode()), "a system without letter case"
    )
    cases.by_hand(
        "signature-in-hexadecimal",
        "line-signxml",
        inside("SignatureValue", lambda text: base64.b64decode(text).hex()),
        "a signer that writes hexadecimal",
    )
    cases.by_hand("posted-overwritten", "line-xmlsec1", overwritten, "a viewer that hides certificates")
    cases.by_hand(
        "transform-removed",
        "rich-signxml",
        lambda text: re.sub(f'<ds:Transform Algorithm="{re.escape(EXCLUSIVE)}"[^>]*/>', "", text),
        "a gateway that simplifies signatures",
    )
    cases.by_hand(
        "algorithm-sha512",
        "line-xmlsec1",
        algorithm(
            "SignatureMethod",
            "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
            "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
        ),
        "a gateway that upgrades algorithms",
    )
    cases.by_hand(
        "algorithm-sha1",
        "rich-signxml",
        algorithm("SignatureMethod", "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", f"{DS}rsa-sha1"),
        "a gateway for old software",
    )
    cases.by_hand(
        "digest-algorithm-sha512",
        "line-signxml",
        algorithm("DigestMethod", "http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"),
        "a gateway that upgrades algorithms",
    )
    cases.by_hand(
        "canonicalization-swapped",
        "rich-xmlsec1",
        algorithm(
            "Transform", "http://www.w3.org/2001/10/xml-exc-c14n#", "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
        ),
        "a template of another provider",
    )
    return cases
